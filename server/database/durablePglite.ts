import { fsyncSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { type Extensions, PGlite, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { ownersMode } from './privateFolder.ts';

// Threads share one compiled program. V8 frees code of it that was compiled better since, and now and then what it has freed already,
// which ends the process (`allocations_.erase(addr) == 1`, nodejs/node#64500). What it would free are a few megabytes.
setFlagsFromString('--no-wasm-code-gc');

interface EmscriptenStream {
  nfd?: number | null;
}
interface Attributes {
  readonly mode?: number | null;
}
interface FileOperations {
  readonly setattr: (node: object, attributes: Attributes) => void;
}
interface NodeFileSystem {
  stream_ops: FileOperations & { readonly fsync?: (stream: EmscriptenStream) => number };
  node_ops: FileOperations & { readonly mknod: (parent: object, name: string, mode: number, device: number) => object };
}
const EIO = 29;

/**
 * PGlite's node file system never calls fsync: a power cut left a database that did not open again. And it sets every new
 * file to mode 0666 with chmod, past the process's umask: keys could be read from the WAL by other users of the machine.
 * This adds the missing call and takes the modes of others away. It leans on internals, so PGlite's version is pinned.
 */
class DurableNodeFS extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(...given);
    const hooks = started.emscriptenOpts.preRun;
    if (!Array.isArray(hooks)) throw new Error('This version of PGlite starts differently: fsync cannot be added.');
    hooks.unshift((module: object) => {
      const files = (module as { NODEFS: NodeFileSystem }).NODEFS;
      files.stream_ops = { ...ownersOnly(files.stream_ops), fsync: fsyncStream };
      const { mknod } = files.node_ops;
      files.node_ops = {
        ...ownersOnly(files.node_ops),
        mknod: (parent, name, mode, device) => mknod(parent, name, ownersMode(mode), device),
      };
    });
    return started;
  }
}

/** The same operations, but a mode that is set leaves group and others nothing. */
function ownersOnly<T extends FileOperations>(operations: T): T {
  const { setattr } = operations;
  return {
    ...operations,
    setattr: (node: object, attributes: Attributes) =>
      setattr(node, attributes.mode == null ? attributes : { ...attributes, mode: ownersMode(attributes.mode) }),
  };
}

function fsyncStream(stream: EmscriptenStream): number {
  try {
    if (stream.nfd != null) fsyncSync(stream.nfd);
    return 0;
  } catch {
    return EIO;
  }
}

interface PgliteParts {
  readonly extensions?: Extensions;
  /** Compiled already; left out: it is compiled now. */
  readonly program?: WebAssembly.Module | undefined;
  /** false: nothing is flushed. Left out: true. */
  readonly isFlushed?: boolean | undefined;
}

/** PostgreSQL in WASM on a folder, made durable; it initialises a folder that is missing. Runs on the calling thread. */
export function createDurablePglite(
  folder: string,
  { extensions = {}, program, isFlushed = true }: PgliteParts = {},
): Promise<PGlite> {
  return PGlite.create({
    extensions,
    ...(program && { pgliteWasmModule: program }),
    fs: new DurableNodeFS(folder),
    // -F would switch fsync off again.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...[
        '-c',
        `fsync=${isFlushed ? 'on' : 'off'}`,
        '-c',
        'wal_sync_method=fsync',
        '-c',
        'plan_cache_mode=force_custom_plan',
      ],
    ],
    parsers: { [types.INT8]: Number },
  });
}

/** Makes a database of a missing folder and closes it. */
export async function initialiseDatabase(folder: string, program?: WebAssembly.Module): Promise<void> {
  const database = await createDurablePglite(folder, { program });
  await database.exec('checkpoint');
  await database.close();
}
