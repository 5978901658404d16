import { AppError, type ErrorCode } from '../contract/errors.ts';

/** What the fan is told of a failure. Whatever is no AppError is a fault of ours: 'UNEXPECTED'. */
export const errorCodeOf = (cause: unknown): ErrorCode => (cause instanceof AppError ? cause.code : 'UNEXPECTED');
