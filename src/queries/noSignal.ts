import { AppError, type ErrorCode } from '../contract/errors.ts';

const CODES: readonly ErrorCode[] = ['NETWORK', 'TIMEOUT', 'BAD_ANSWER'];

/** No answer of ours at all: no signal, one too weak, or a portal in between (T24). */
export const isNoSignal = (error: unknown): boolean => error instanceof AppError && CODES.includes(error.code);
