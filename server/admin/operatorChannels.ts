import { openBackupChannel } from './backup/backupChannel.ts';
import { type ChannelDeps, openOperatorChannel } from './operatorChannel.ts';

/** Lets commands and backups in while the server holds the data folder. Returns what closes both. */
export async function openOperatorChannels(deps: ChannelDeps): Promise<() => Promise<unknown>> {
  const open = [await openOperatorChannel(deps), await openBackupChannel(deps)];
  return () => Promise.all(open.map((close) => close()));
}
