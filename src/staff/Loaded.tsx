import type { ReactNode } from 'react';
import { ui } from '../messages/ja.ts';
import { errorText } from '../messages/jaErrors.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { RowsSkeleton } from '../ui/RowsSkeleton.tsx';

interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
}

/** What a call of the desk answered; until then a skeleton, and the reason where it failed. Old data stays below the reason. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { data, error, isError, refetch } = query;
  return (
    <>
      {isError && (
        <Banner tone="error" action={<Button onClick={() => void refetch()}>{ui.retry}</Button>}>
          {errorText(errorCodeOf(error))}
        </Banner>
      )}
      {data === undefined ? !isError && <RowsSkeleton rows={4} /> : children(data)}
    </>
  );
}
