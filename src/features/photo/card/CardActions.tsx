import { Download, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cardActions as texts } from '../../../messages/jaPhotoCard.ts';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { saveFile } from '../downloadPhoto.ts';
import { type Share, shareOnDevice } from '../sharePhoto.ts';

interface CardActionsProps {
  readonly card: File;
  /** Address and sentence that go with the card. */
  readonly getShare: () => Share | Promise<Share>;
}

/** Saves a drawn card, or hands it to the device's share sheet where that takes pictures. */
export function CardActions({ card, getShare }: CardActionsProps) {
  const toast = useToast();
  const canShare = navigator.canShare?.({ files: [card] }) === true;
  const handleShare = async () => {
    if (!(await shareOnDevice(await getShare(), card))) saveFile(card);
  };
  const handleSave = () => {
    saveFile(card);
    toast(texts.saved);
  };
  return (
    <>
      <Button icon={<Download size={18} aria-hidden="true" />} onClick={handleSave}>
        {texts.save}
      </Button>
      {canShare && (
        <Button variant="primary" icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void handleShare()}>
          {texts.share}
        </Button>
      )}
    </>
  );
}

/** An address for the screen of a drawn card; null: there is no card. It is given back with the card. */
export function useCardAddress(card: File | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (card === undefined) return setAddress(null);
    const made = URL.createObjectURL(card);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [card]);
  return address;
}
