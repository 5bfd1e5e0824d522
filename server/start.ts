import { existsSync } from 'node:fs'

import { buildApp } from './app.ts'
import { describeError } from './database/connection-errors.ts'
import { openDatabase, prepareDatabase } from './database/open.ts'
import { createFirstAdministrator } from './services/accounts/first-administrator.ts'
import { mailFolder } from './services/messages/file-transport.ts'
import { deleteExpired } from './services/cleanup.ts'
import { locationOf, readSettings, SettingsError, type Settings } from './settings.ts'

const drainTime = 9_000
/** Connections that wait to be taken up, at most: a crowd is answered, if only that it is one. */
const backlog = 4096
/** The first time when whoever waited for the start has been answered, and the clock has been set. */
const [tidyFirst, tidyEvery] = [10 * 60 * 1000, 60 * 60 * 1000]

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await start(readSettings(process.env))
} catch (error) {
  // Mostly the operator's to mend: one line that names it.
  say(`Cannot start: ${describeError(error)}`)
  process.exit(1)
}

async function start(settings: Settings) {
  const { db, engine, notice } = await connect(settings)
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = settings
  const { invented, weakness } = await createFirstAdministrator(db, ADMIN_EMAIL, ADMIN_PASSWORD)
  // At once: the account stays, also where the start fails later.
  if (invented !== undefined) {
    say(`First administrator: ${ADMIN_EMAIL}, password ${invented} (shown only now)`)
  }
  if (weakness !== undefined) {
    say(`Warning: ADMIN_PASSWORD is weak, choose another one at /admin/account. ${weakness}`)
  }
  const app = await buildApp({ db, engine, settings, pages: 'build' })
  const { PORT: port, HOST: host } = settings
  const url = await app.listen({ port, host, backlog }).catch((error: Error) => {
    throw new SettingsError(`HOST ${host}, PORT ${port}: ${error.message}`)
  })

  const tidyUp = () => {
    deleteExpired(db, engine, mailFolder(settings.DATA_DIR)).catch((error: unknown) =>
      app.log.error({ err: error }, 'tidying failed'),
    )
  }
  const tidying = [setTimeout(tidyUp, tidyFirst), setInterval(tidyUp, tidyEvery)]

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    for (const timer of tidying) clearTimeout(timer)
    // Whoever keeps a request open for longer than this is not waited for.
    setTimeout(() => {
      app.log.warn('stopped with requests under way')
      process.exit(0)
    }, drainTime).unref()
    void app
      .close()
      .then(() => db.destroy())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The starter that holds the other end of the channel is gone, or was before we listened.
  process.on('disconnect', stop)
  if (process.send && !process.connected) stop()

  // Nobody knows what state it has left behind: a new process is safer than this one.
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'the server ends, because nothing handles an error')
    if (settings.LOG_LEVEL === 'silent') process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  })

  // Last, for whoever reads it may tell the server to stop.
  say(`Serving on ${url} with ${engine.name}`)
  if (notice !== undefined) say(notice)
}

async function connect(settings: Settings) {
  try {
    const opened = openDatabase(locationOf(settings), (error) =>
      say(`A database connection broke: ${error.message}`),
    )
    return { ...opened, notice: await prepareDatabase(opened.db, opened.engine) }
  } catch (error) {
    const where = settings.DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR ${settings.DATA_DIR}`
    throw new SettingsError(`${where} cannot be used: ${describeError(error)}`)
  }
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
