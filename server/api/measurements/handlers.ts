import { done, type Handlers } from '../handlers.ts';

export const measurementHandlers = {
  async putMeasurements({ measure, request }, { body }) {
    measure?.(body, request?.address ?? null);
    return done;
  },
} satisfies Partial<Handlers>;
