import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '../../tests/support/port.ts'
import { run, until } from '../cluster/program.ts'

/** A page as it is sent. */
export interface Answer {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Headers that every HTTP server sets by itself. */
const ownHeaders = new Set(['connection', 'date', 'keep-alive'])

/** Serves an answer with Node's bare HTTP server. */
export function serveWithNode({ headers, body }: Answer) {
  const ours = Object.entries(headers).filter(([name]) => !ownHeaders.has(name))
  return serve('/', async (folder, port) => {
    const [page, head] = [join(folder, 'page'), join(folder, 'headers')]
    await writeFile(page, body)
    await writeFile(head, JSON.stringify(Object.fromEntries(ours)))
    return [process.execPath, ['bench/speed/bare-server.ts', page, head, String(port)]]
  })
}

/** Serves the compressed bytes of an answer with nginx, in one process like ours. */
export function serveWithNginx({ body }: Answer, path: string) {
  return serve(path, async (folder, port) => {
    const [page, configuration] = [join(folder, 'page'), join(folder, 'nginx.conf')]
    await writeFile(page, body)
    await writeFile(configuration, nginx(folder, port, page, path))
    // Started by root, nginx reads them as another user.
    await chmod(folder, 0o755)
    return ['nginx', ['-c', configuration]]
  })
}

async function serve(
  path: string,
  command: (folder: string, port: number) => Promise<[program: string, args: string[]]>,
) {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'other-server-')), await findFreePort()]
  const [program, args] = await command(folder, port)
  const server = run(program, args, join(folder, 'log'))
  const url = `http://127.0.0.1:${port}`
  await until('the other server answers', 10, async () => (await fetch(url + path)).ok)
  return {
    url,
    async close() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

const nginx = (folder: string, port: number, file: string, path: string) => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10;
  keepalive_requests 100000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location = ${path} {
      default_type "text/html; charset=utf-8";
      add_header Content-Encoding br;
      alias ${file};
    }
  }
}
`
