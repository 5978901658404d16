{
  const { code } = document.currentScript.dataset;
  const drawn = document.querySelector('[data-first]');
  // A style sheet waits in the browser's cache for the chunk that needs it.
  const go = () => code.split(' ').map((at) => (at.endsWith('.css') ? fetch(at) : import(at)));
  addEventListener('load', () => {
    // What is drawn below the first screen: now its photos hold up no other.
    drawn?.setAttribute('data-first', 'loaded');
    // After the frame with the photos: reading the code would hold it up.
    requestAnimationFrame(() => setTimeout(go));
  });
  setTimeout(go, 3000);
  // The fan is quicker than the client.
  addEventListener('scroll', () => drawn?.removeAttribute('data-first'), { once: true });
}
