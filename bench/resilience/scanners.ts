import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { administrator, newDatabase, startServer } from '../../tests/support/server.ts'
import { submission } from '../../tests/support/submission.ts'
import { choicesAt } from '../../tests/support/concurrent-applicants.ts'
import type { Examine } from './finding.ts'

/** wapiti's findings that are intended; docs/security.md has the reasons. */
const explained = [
  'X-XSS-Protection is not set',
  // The scanners do not use TLS, and RFC 6797 forbids this header without it.
  'Strict-Transport-Security is not set',
]

/** Valid queries of each list, for the scanners to modify. */
const lists = [
  'attachments?q=a&limit=5&page=1&sort=-createdAt&status=pending&includeArchived=true',
  'institutions?q=a&limit=5&page=1&sort=name',
  'courses?q=a&limit=5&page=1&sort=name&certification=Degree',
  'departments?q=a&limit=5&page=1&sort=name',
  'users?q=a&limit=5&page=1&sort=name',
  'history?limit=5&page=1&action=create&entity=user',
  'export/users?q=a&sort=name',
]

/**
 * Runs Debian's wapiti and sqlmap against every page, the form, the public endpoints, and every list
 * of the back office as an administrator.
 */
export const scanners: Examine = async () => {
  const missing = []
  for (const program of ['wapiti', 'sqlmap']) {
    if ((await run(program, ['--version'], 20)) === undefined) missing.push(program)
  }
  if (missing.length > 0) {
    const note = `not run: apt-get install ${missing.join(' ')}`
    return [{ what: 'Scanners', tried: 0, lost: 0, note }]
  }
  const { variables, remove } = await newDatabase('sqlite', undefined)
  const folder = await mkdtemp(join(tmpdir(), 'foundation-scan-'))
  const server = await startServer({ ...variables, LOG_LEVEL: 'info' })
  try {
    const { token } = await post(server.url, '/api/auth/login', administrator)
    const bearer = `Authorization: Bearer ${token}`
    const answers = submission(await choicesAt(server.url))
    await post(server.url, '/api/users/industrial-attachments', answers)

    const reports = [
      ...(await wapiti(folder, 'site', [
        ...argumentsOf(`-u ${server.url}/ --scope domain -d 4 -S normal`),
        ...argumentsOf(`-s ${server.url}/industrial-attachment/apply -s ${server.url}/login`),
      ])),
      ...(await wapiti(folder, 'lists', [
        ...argumentsOf(`-u ${server.url}/api/admin/ -H`),
        bearer,
        ...lists.flatMap((list) => ['-s', `${server.url}/api/admin/${list}`]),
      ])),
    ]
    for (const list of lists) {
      reports.push(...(await sqlmap(folder, `${server.url}/api/admin/${list}`, ['-H', bearer])))
    }
    for (const [path, body] of [
      ['/api/auth/login', { email: 'a@example.org', password: 'b', code: '1' }],
      ['/api/users/industrial-attachments', answers],
    ] as const) {
      const json = ['--data', JSON.stringify(body), '-H', 'Content-Type: application/json']
      reports.push(...(await sqlmap(folder, `${server.url}${path}`, json)))
    }
    const course = `${server.url}/api/users/courses?institution=${answers.institution}`
    reports.push(...(await sqlmap(folder, course, [])))

    const answered = server.printed.filter((line) => line.includes('"answered"'))
    const ownFaults = answered.filter((line) => /"status":5/.test(line))
    const unexplained = reports.filter(
      (report) => !explained.some((words) => report.includes(words)),
    )
    const told = [...new Set(unexplained)].slice(0, 5)
    return [
      {
        what: 'Requests by wapiti and sqlmap',
        tried: answered.length,
        lost: unexplained.length + ownFaults.length,
        note:
          told.join('; ') ||
          `${reports.length} reports, all explained; ${ownFaults.length} answers of 500 and above`,
      },
    ]
  } finally {
    await server.stop('SIGTERM')
    await rm(folder, { recursive: true })
    await remove()
  }
}

interface Report {
  vulnerabilities: Record<string, { path: string; info: string }[]>
  anomalies: Record<string, { path: string; info: string }[]>
}

const modules =
  'backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss,xxe'

async function wapiti(folder: string, name: string, target: string[]) {
  const output = join(folder, `${name}.json`)
  await run(
    'wapiti',
    [
      ...target,
      ...argumentsOf(`-m ${modules} --max-scan-time 120 --max-attack-time 60 --no-bugreport`),
      ...argumentsOf(
        `--store-session ${join(folder, name)} --store-config ${join(folder, 'config')}`,
      ),
      ...argumentsOf(`-f json -o ${output}`),
    ],
    900,
  )
  const { vulnerabilities, anomalies }: Report = JSON.parse(await readFile(output, 'utf8'))
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found.map(({ path, info }) => `wapiti: ${kind}: ${path}: ${info}`),
  )
}

async function sqlmap(folder: string, url: string, more: string[]) {
  const answer = await run(
    'sqlmap',
    [
      ...argumentsOf(`-u ${url} --batch --level 2 --risk 2 --flush-session --ignore-code 401`),
      ...argumentsOf(`--output-dir ${join(folder, 'sqlmap')} --disable-coloring`),
      ...more,
    ],
    600,
  )
  if (answer && /do not appear to be injectable/.test(answer)) return []
  return [`sqlmap: ${new URL(url).pathname}: ${answer?.split('\n').slice(-12).join(' ')}`]
}

function argumentsOf(line: string) {
  return line.split(' ')
}

/** Output of a program, with any exit code; undefined if it is not installed. */
async function run(program: string, args: string[], seconds: number) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: seconds * 1000,
  })
  const started = once(child, 'spawn').then(
    () => true,
    () => false,
  )
  if (!(await started)) return undefined
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  return printed
}

async function post(url: string, path: string, body: object) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
