/**
 * `npm run dev`: the server with its real API, and pages that Vite compiles on request. A change of
 * server/ or contract/ restarts the server. Browsers get a change of app/ by hot replacement.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { installPackages, node24 } from './prepare.js'
import { run } from './run.js'

const DATA_DIR = process.env.DATA_DIR || '.dev-data'
const seeded = `${DATA_DIR}/seeded`
/** Settings that are not in the environment. The file `.env` may name a real database. */
const settings = {
  DATA_DIR,
  ENV_FILE: `${DATA_DIR}/.env`,
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: 'palm trees by the sea',
  LOG_LEVEL: 'warn',
  // Removes the service worker that `npm start` has left in the browser.
  OFFLINE: 'off',
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
}

await installPackages()
for (const [name, value] of Object.entries(settings)) process.env[name] ||= value
process.env.HOST = '127.0.0.1'
process.env.NODE_ENV = 'development'
const { ADMIN_EMAIL, ADMIN_PASSWORD } = process.env

if (!existsSync(seeded)) {
  console.log(`Making a database with made-up applications in ${DATA_DIR}`)
  const seed = ['server/cli/seed.ts', '--intakes', '--sms']
  const code = await run(node24(), seed, { stdio: 'inherit' })
  if (code !== 0) process.exit(code)
  writeFileSync(seeded, '')
}
console.log(`The data is in ${DATA_DIR}: delete this folder to begin anew
E-mails to applicants are in ${DATA_DIR}/mail, SMS in ${DATA_DIR}/sms
Sign in at /login as ${ADMIN_EMAIL} with the password ${ADMIN_PASSWORD}`)

// The server stops when the IPC channel to Node's watcher closes, so it is never orphaned.
const watch = ['server', 'contract'].map((folder) => `--watch-path=${folder}`)
const args = [...watch, '--watch-preserve-output', 'server/dev.ts']
process.exitCode = await run(node24(), args, { stdio: 'inherit' })
