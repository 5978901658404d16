/** The operators' commands about fans and what they made. */
import type { Command } from 'commander';
import { type RunTask, reading, reasonOption, type SharedOptions, tokyoDay, writing } from './commandParts.ts';

/** Text of a file, or of standard input for `-`. */
export type ReadText = (file: string) => Promise<string>;

/** Adds them all. */
export function addModeration(program: Command, run: RunTask, readText: ReadText): void {
  addOfficial(program, run);
  addUsers(program, run);
  addReports(program, run);
  addContacts(program, run);
  addPhotos(program, run, readText);
  addComments(program, run);
  addWords(program, run);
  addNews(program, run);
  addLog(program, run);
}

function addOfficial(program: Command, run: RunTask): void {
  const official = program.command('official').description("the tenant's official user");
  reading(official.command('show'))
    .description('say who it is')
    .action((options: SharedOptions) => run(options, { do: 'showOfficial' }));
  writing(official.command('set'))
    .description('make an account the official user')
    .argument('<user_id>', 'the account (see: users find)')
    .action((userId: string, options: SharedOptions) => run(options, { do: 'setOfficial', userId }));
}

function addUsers(program: Command, run: RunTask): void {
  const users = program.command('users').description('accounts');
  reading(users.command('find'))
    .description('ids of members whose name contains a text')
    .argument('<text>')
    .action((text: string, options: SharedOptions) => run(options, { do: 'findUsers', text }));
  reading(users.command('show'))
    .description('state, memberships, suspension and numbers')
    .argument('<user_id>', 'the account (see: users find)')
    .action((userId: string, options: SharedOptions) => run(options, { do: 'showUser', userId }));
  addSuspensions(users, run);
  writing(users.command('sign-out'))
    .description('end all sign-ins of a member (of the embedded accounts; a pool at Amazon has a command of its own)')
    .argument('<user_id>', 'the account (see: users find)')
    .action((userId: string, options: SharedOptions) => run(options, { do: 'signOutUser', userId }));
  writing(users.command('check'))
    .description(
      'have the server ask the pool for every member: some may have left unnoticed (not for embedded accounts)',
    )
    .action((options: SharedOptions) => run(options, { do: 'lookThrough', what: 'accounts' }));
}

function addSuspensions(users: Command, run: RunTask): void {
  const told = reasonOption('why: the fan is told this text').makeOptionMandatory();
  writing(users.command('suspend'), told)
    .description('keep a member from posting, commenting, liking, following and events, in this tenant alone')
    .argument('<user_id>', 'the account (see: users find)')
    .option('-u, --until <day>', 'its last day, such as 2026-12-31; left out: until it is ended', tokyoDay)
    .action((userId: string, options: SharedOptions & { until?: number }) =>
      run(options, { do: 'suspendUser', userId, lastDay: options.until ?? null }),
    );
  writing(users.command('unsuspend'))
    .description('end that')
    .argument('<user_id>', 'the account (see: users find)')
    .action((userId: string, options: SharedOptions) => run(options, { do: 'unsuspendUser', userId }));
}

function addReports(program: Command, run: RunTask): void {
  const reports = program.command('reports').description('comments fans have reported');
  reading(reports.command('list'))
    .description('reported comments, the latest first')
    .option('-a, --all', 'closed ones too')
    .option('-j, --json', 'as JSON')
    .action((options: SharedOptions & { all?: true; json?: true }) =>
      run(options, { do: 'listReports', isAll: options.all ?? false, format: options.json ? 'json' : 'text' }),
    );
  reading(reports.command('read'))
    .description('everything about one')
    .argument('<comment_id>')
    .action((commentId: string, options: SharedOptions) => run(options, { do: 'readReport', commentId }));
  writing(reports.command('close'))
    .description('close all reports of a comment')
    .argument('<comment_id>')
    .option('--hide', 'hide the comment, too')
    .action((commentId: string, options: SharedOptions & { hide?: true }) =>
      run(options, { do: 'closeReports', commentId, hide: options.hide ?? false }),
    );
}

function addContacts(program: Command, run: RunTask): void {
  const contacts = program.command('contacts').description('messages to the operator, from the contact form');
  reading(contacts.command('list'))
    .description('messages, the latest first')
    .option('-a, --all', 'closed ones too')
    .option('-j, --json', 'as JSON')
    .action((options: SharedOptions & { all?: true; json?: true }) =>
      run(options, { do: 'listContacts', isAll: options.all ?? false, format: options.json ? 'json' : 'text' }),
    );
  reading(contacts.command('read'))
    .description('everything about one, with the address to answer to')
    .argument('<contact_id>')
    .action((id: string, options: SharedOptions) => run(options, { do: 'readContact', id }));
  writing(contacts.command('close'))
    .description('say that it was dealt with')
    .argument('<contact_id>')
    .action((id: string, options: SharedOptions) => run(options, { do: 'closeContact', id }));
}

function addPhotos(program: Command, run: RunTask, readText: ReadText): void {
  const photo = program.command('photo').description('one photo: its key, its short code, or the address of its page');
  reading(photo.command('show'))
    .description('what is known of it, with its comments and their ids')
    .argument('<photo>')
    .action((ref: string, options: SharedOptions) => run(options, { do: 'showPhoto', photo: ref }));
  for (const [word, isHidden, about] of [
    ['hide', true, 'take it out of every list, search and counter; nothing is deleted'],
    ['unhide', false, 'show it again, at its old place'],
  ] as const) {
    writing(photo.command(word))
      .description(about)
      .argument('<photo>')
      .action((ref: string, options: SharedOptions) => run(options, { do: 'hidePhoto', photo: ref, isHidden }));
  }
  writing(photo.command('remove'), reasonOption().makeOptionMandatory())
    .description('take it down for good: row, comments, likes, and the pictures of all sizes')
    .argument('<photo>')
    .action((ref: string, options: SharedOptions) => run(options, { do: 'removePhoto', photo: ref }));
  writing(photo.command('best-shot'))
    .description('give it a best-shot mark')
    .argument('<photo>')
    .option('-m, --mark <text>', 'the mark', 'best')
    .option('-c, --clear', 'take the mark away')
    .action((ref: string, options: SharedOptions & { mark: string; clear?: true }) =>
      run(options, { do: 'setBestShot', photo: ref, option: options.clear ? null : options.mark }),
    );
  writing(photo.command('faces'))
    .description('say whose faces it shows, in place of what was known')
    .argument('<photo>')
    .argument('<file>', 'JSON list of {name, BoundingBox: {Left, Top, Width, Height}}, fractions; - for standard input')
    .action(async (ref: string, file: string, options: SharedOptions) =>
      run(options, { do: 'nameFaces', photo: ref, text: await readText(file) }),
    );
}

function addComments(program: Command, run: RunTask): void {
  const comment = program.command('comment').description('one comment, by its id (see: photo show, reports list)');
  for (const [word, isHidden, about] of [
    ['hide', true, 'take it out of its photo and the counter; nothing is deleted'],
    ['unhide', false, 'show it again'],
  ] as const) {
    writing(comment.command(word))
      .description(about)
      .argument('<comment_id>')
      .action((commentId: string, options: SharedOptions) => run(options, { do: 'hideComment', commentId, isHidden }));
  }
}

function addWords(program: Command, run: RunTask): void {
  const words = program.command('words').description('popular search words');
  reading(words.command('list'))
    .description('the popular words with their counts, and those that are hidden')
    .action((options: SharedOptions) => run(options, { do: 'listWords' }));
  for (const [verb, isHidden, about] of [
    ['hide', true, 'keep a word out of the popular ones, in any spelling and of any kind'],
    ['show', false, 'end that'],
  ] as const) {
    writing(words.command(verb))
      .description(about)
      .argument('<word>', 'the word as the list has it')
      .action((word: string, options: SharedOptions) => run(options, { do: 'hideWord', word, isHidden }));
  }
}

function addNews(program: Command, run: RunTask): void {
  const news = program.command('news').description("news that the club's desk wrote");
  reading(news.command('list'))
    .description('drafts, scheduled and published news, with how many were told, pushed to and saw it')
    .action((options: SharedOptions) => run(options, { do: 'listNews' }));
  writing(news.command('withdraw'))
    .description("take published news from everybody's notices; it cannot be sent again")
    .argument('<news_id>', 'the news (see: news list)')
    .action((id: string, options: SharedOptions) => run(options, { do: 'withdrawNews', id }));
}

function addLog(program: Command, run: RunTask): void {
  reading(program.command('log'))
    .description('what operators did, the latest first')
    .option('-s, --since <day>', 'all from this day on, such as 2026-12-31; left out: the last hundred', tokyoDay)
    .option('-j, --json', 'as JSON')
    .action((options: SharedOptions & { since?: number; json?: true }) =>
      run(options, { do: 'readLog', since: options.since ?? null, format: options.json ? 'json' : 'text' }),
    );
}
