import { formatWireDateTime } from '../../../src/rules/dates.ts';
import type { Handlers } from '../handlers.ts';
import { userHandlers } from '../users/handlers.ts';
import { exportUser } from './exportRepository.ts';

export const exportHandlers = {
  async getExport(context) {
    const user = await userHandlers.getOwnAttributes(context);
    const private_name = (await context.attributesOf(context.userId))?.name ?? '';
    const exported_at = formatWireDateTime(context.now().getTime());
    return { exported_at, user, private_name, ...(await exportUser(context.db, context.userId)) };
  },
} satisfies Partial<Handlers>;
