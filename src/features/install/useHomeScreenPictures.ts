import { useEffect } from 'react';
import { useTenant } from '../../services/services.tsx';
import { neededWay } from './installOffer.ts';

/**
 * On iPhones and iPads the page has what iOS takes from it when the app is added: a fan finds the share menu without our instructions
 * (TEN-11e). `whenIdle` returns what cancels it.
 */
export function useHomeScreenPictures(whenIdle: (run: () => void) => () => void): void {
  const { index } = useTenant();
  useEffect(() => {
    if (neededWay() !== 'share') return;
    return whenIdle(() => void addPictures(index).catch(() => undefined)); // the next page has them
  }, [index, whenIdle]);
}

async function addPictures(index: string): Promise<void> {
  const { addStartupImages, setHeadLink } = await import('./startupImage.ts');
  // Shared pages and the offline shell come without the tenant's icon.
  setHeadLink('apple-touch-icon', `${index}icons/apple-touch-180.png`);
  await addStartupImages(`${index}icons/icon-512.png`);
}
