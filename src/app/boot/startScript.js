{
  const { code } = document.currentScript.dataset;
  const drawn = document.querySelector('[data-first]');
  const go = () => code.split(' ').map((at) => import(at));
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
