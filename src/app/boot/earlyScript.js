// In the head of every page, before anything is drawn (build/earlyScript.ts).
{
  // Browsers let a page lead another one elsewhere, or close it, as its opener only.
  window.opener = null;

  // What this device remembers and styles go by. Later it would move what is on the screen.
  const { pathname, search } = location;
  const [, first] = pathname.split('/');
  const tenant = (first === 'common' ? (new URLSearchParams(search).get('t') ?? '') : first).toLowerCase();
  const { dataset } = document.documentElement;
  try {
    // The photo size that was chosen (photoSize.ts).
    dataset.photos = localStorage.photoSize ?? '';
    // The fan has been on this tenant's home before (homeVisits.ts).
    if (localStorage[`home ${tenant}`]) dataset.returns = '';
  } catch {}
}
