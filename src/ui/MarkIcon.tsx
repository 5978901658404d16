import { BadgeCheck, Gem, type LucideIcon, Star } from 'lucide-react';

const icons: Record<'official' | 'ambassador' | 'premium', LucideIcon> = {
  official: BadgeCheck,
  ambassador: Star,
  premium: Gem,
};

/** Decoration: the word stands beside it or on what surrounds it. */
export function MarkIcon({ mark, size = 14 }: { readonly mark: keyof typeof icons; readonly size?: number }) {
  const Icon = icons[mark];
  return <Icon size={size} aria-hidden="true" />;
}
