{
  const { code } = document.currentScript.dataset;
  const go = () => code.split(' ').map((at) => import(at));
  addEventListener('load', go);
  setTimeout(go, 3000);
}
