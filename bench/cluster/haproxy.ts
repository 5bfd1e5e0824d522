import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFreePort } from '../../tests/support/port.ts'
import { run, until } from './program.ts'

/** Starts HAProxy in front of application servers at local ports. */
export async function balanceServers(folder: string, ports: number[]) {
  const port = await findFreePort()
  const servers = ports
    .map((serverPort, index) => `  server app${index + 1} 127.0.0.1:${serverPort}`)
    .join('\n')
  const configuration = `
global
  maxconn 4000

frontend web
  mode http
  bind 127.0.0.1:${port}
  timeout client 60s
  timeout http-request 15s
  option forwardfor
  http-request set-header X-Forwarded-Proto http
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  http-request set-header X-Request-Id %[uuid()]
  http-request deny deny_status 404 if { path /metrics }
  http-request disable-l7-retry if { path_beg /api/admin } ! METH_GET
  use_backend assets if { path_beg /assets/ }
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend alive

# Requests without an answer are retried on another server.
defaults servers
  mode http
  timeout connect 2s
  timeout server 60s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
  timeout check 2s
  default-server check inter 500ms fall 3 rise 1

backend ready from servers
  option httpchk GET /readyz
${servers}

# Without a database, servers still send pages and plain error messages.
backend alive from servers
  option httpchk GET /healthz
${servers}

# During an upgrade, only servers of one version have a file.
backend assets from servers
  retry-on conn-failure empty-response 404
  option httpchk GET /healthz
${servers}
`
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration)
  const haproxy = run('haproxy', ['-db', '-f', file], join(folder, 'haproxy.log'))
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy answers', 30, async () => (await fetch(`${url}/readyz`)).ok)
  return { url, stop: () => haproxy.stop() }
}
