/** Chromium's installed apps only; not in TypeScript's library. */
interface LaunchQueue {
  setConsumer(consumer: (params: { readonly files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Files the app was opened with from the file manager; none where the browser does not say. */
export function takeLaunchFiles(): Promise<readonly File[]> {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  if (queue === undefined) return Promise.resolve([]);
  return new Promise((done, fail) => {
    queue.setConsumer(({ files = [] }) => {
      Promise.all(files.map((handle) => handle.getFile())).then(done, fail);
    });
  });
}
