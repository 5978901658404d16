{
  const { code } = document.currentScript.dataset;
  const go = () => code.split(' ').map((at) => import(at));
  // After the frame with the photos: reading the code would hold it up.
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(go)));
  setTimeout(go, 3000);
  // Before the client is there: what a phone's drawing leaves out below the first screen.
  addEventListener('scroll', () => document.querySelector('[data-first]')?.removeAttribute('data-first'), {
    once: true,
  });
}
