/** XMLHttpRequest over a fetch, as far as Amazon's handler for browsers uses it. */
type Fetch = (input: string, init: RequestInit) => Promise<Response>;

export function createXhr(fetch: Fetch): unknown {
  return class Xhr extends EventTarget {
    static readonly LOADING = 3;
    static readonly DONE = 4;
    readonly upload = new EventTarget();
    readonly responseType = '';
    responseText = '';
    readyState = 0;
    status = 0;
    #method = 'GET';
    #url = '';
    readonly #sent: Record<string, string> = {};
    #received = new Headers();
    readonly #stop = new AbortController();

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#sent[name] = value;
    }
    getAllResponseHeaders(): string {
      return [...this.#received].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }
    abort(): void {
      this.#stop.abort();
    }
    send(body?: Blob): void {
      const init = { method: this.#method, headers: this.#sent, signal: this.#stop.signal, ...(body && { body }) };
      fetch(this.#url, init).then(
        async (answer) => {
          this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: body?.size ?? 0 }));
          this.status = answer.status;
          this.#received = answer.headers;
          this.responseText = await answer.text();
          this.#end();
        },
        () => {
          if (this.#stop.signal.aborted) return;
          // A dropped connection: done, with status 0, before it is called an error.
          this.#end();
          this.dispatchEvent(new Event('error'));
        },
      );
    }
    #end(): void {
      this.readyState = 4;
      this.dispatchEvent(new Event('readystatechange'));
    }
  };
}
