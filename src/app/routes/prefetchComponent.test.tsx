import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { prefetchComponent } from './prefetchComponent.tsx';

const Greeting = ({ name }: { readonly name: string }) => <b>{name}</b>;

test('what is loaded ahead is drawn at once, what is not leaves its place to the fallback', async () => {
  const { load, isLoaded, Part } = prefetchComponent(async () => Greeting);
  const draw = () =>
    renderToString(
      <Suspense fallback={<i />}>
        <Part name="photo" />
      </Suspense>,
    );
  expect(isLoaded()).toBe(false);
  expect(draw()).toContain('<i></i>');
  await load();
  expect(isLoaded()).toBe(true);
  expect(draw()).toContain('<b>photo</b>');
});

test('T28 code that could not be had is asked for again', async () => {
  let line: Error | null = new TypeError('no signal');
  const { load, isLoaded } = prefetchComponent(async () => {
    if (line) throw line;
    return Greeting;
  });
  await expect(load()).rejects.toThrow('no signal');
  expect(isLoaded()).toBe(false);
  line = null;
  await load();
  expect(isLoaded()).toBe(true);
});
