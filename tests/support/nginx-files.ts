import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Ports {
  plain: number
  tls: number
  /** Of the server behind nginx. */
  server: number
}

/** Writes the shipped files with the addresses of a test; returns the path of the main file. */
export function writeNginxFiles(folder: string, at: Ports, files: string[]) {
  const replaced = [
    ['/etc/letsencrypt/live/www.example.org', folder],
    ['/var/log/nginx', folder],
    ['/var/www/html', join(folder, 'www')],
    ['listen 80;', `listen 127.0.0.1:${at.plain};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${at.tls} ssl;`],
    ['127.0.0.1:3000', `127.0.0.1:${at.server}`],
  ] as const
  const sites = files.map((file) => {
    let text = readFileSync(join('deploy', file), 'utf8').replaceAll(/^\tlisten \[::\].*\n/gm, '')
    for (const [ours, here] of replaced) text = text.replaceAll(ours, here)
    return text
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = join(folder, 'main.conf')
  writeFileSync(
    main,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/main.log;
    events {}
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${sites.join('\n')}
    }`,
  )
  return main
}
