import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '../../tests/support/port.ts'
import { isInstalled, run, until } from '../machines/program.ts'

/**
 * Serves a page that is compressed already with nginx, in one process as ours is; where it is not
 * installed, with Node's bare HTTP server.
 */
export async function serveBytes(bytes: Buffer, path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'other-server-'))
  const [port, file, log] = [await findFreePort(), join(folder, 'page'), join(folder, 'log')]
  // nginx reads it as somebody else where it is started by root.
  await chmod(folder, 0o755)
  await writeFile(file, bytes)
  const isNginx = isInstalled('nginx')
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, nginx(folder, port, file, path))
  const server = isNginx
    ? run('nginx', ['-c', configuration], log)
    : run(process.execPath, ['bench/speed/bare-server.ts', file, String(port)], log)
  const url = `http://127.0.0.1:${port}`
  await until('the other server answers', 10, async () => (await fetch(url + path)).ok)
  return {
    url,
    name: isNginx ? 'nginx' : "Node's bare HTTP server, for nginx is not installed",
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
