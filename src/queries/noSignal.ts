import { AppError, type ErrorCode } from '../contract/errors.ts';

const CODES: readonly ErrorCode[] = ['NETWORK', 'TIMEOUT', 'BAD_ANSWER'];

/** The device itself says that it has no line. With a line there may be no answer all the same: a weak signal, or a server in trouble. */
export const isDeviceOffline = (): boolean => navigator.onLine === false;

/** No answer of ours at all: no signal, one too weak, or a portal in between (T24). */
export const isNoSignal = (error: unknown): boolean => error instanceof AppError && CODES.includes(error.code);
