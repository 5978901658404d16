import { expect, test, vi } from 'vitest';
import { inTime } from './inTime.ts';

test('work in time is its answer or failure, and leaves no timer; late work is what onLate gives or throws', async () => {
  vi.useFakeTimers();
  try {
    const never = new Promise<string>(() => {});
    const late = () => 'late';
    expect(await inTime(50, Promise.resolve('done'), late)).toBe('done');
    await expect(inTime(50, Promise.reject(new Error('broke')), late)).rejects.toThrow('broke');
    expect(vi.getTimerCount()).toBe(0);
    const [given, thrown] = [
      inTime(50, never, late),
      inTime(50, never, () => {
        throw new Error('too late');
      }),
    ];
    thrown.catch(() => {});
    let isOver = false;
    void given.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(49);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await given).toBe('late');
    await expect(thrown).rejects.toThrow('too late');
  } finally {
    vi.useRealTimers();
  }
});
