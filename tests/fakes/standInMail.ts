/** A mail server: a minimal one, on a port of its own, that keeps what it is given. */
import { createServer, type Server } from 'node:net';

export interface ReceivedMail {
  readonly to: string[];
  readonly text: string;
}

/** The commands of RFC 5321 a sender needs. Recipients at `gone.example` are refused. */
export function startMailServer(mails: ReceivedMail[]): Promise<Server> {
  const server = createServer((socket) => {
    let to: string[] = [];
    let data: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (data) {
        if (line !== '.') return data.push(line.replace(/^\.\./, '.'));
        mails.push({ to, text: data.join('\n') });
        [to, data] = [[], null];
        return say('250 kept');
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'DATA') {
        data = [];
        return say('354 go on');
      }
      if (verb === 'QUIT') return socket.end('221 bye\r\n');
      if (verb !== 'RCPT') return say('250 ok');
      if (line.includes('@gone.example')) return say(`550 ${line.slice(8)} no such user`);
      to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
      return say('250 ok');
    };
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    socket.on('error', () => {});
    say('220 mail');
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** Text of a mail, decoded. */
export function textOfMail({ text }: ReceivedMail): string {
  const [head = '', ...body] = text.split('\n\n');
  const coded = body.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(coded, 'base64').toString('utf8');
  const bytes = coded
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
