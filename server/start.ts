import packageJson from '#package' with { type: 'json' }
import { type AppParts, buildApp } from './app.ts'
import { describeError } from './database/connection-errors.ts'
import { openDatabase, prepareDatabase } from './database/open.ts'
import { takeServerSlot } from './database/server-slots.ts'
import { createFirstAdministrator } from './services/accounts/first-administrator.ts'
import { loadEnvFile } from './env-file.ts'
import { locationOf, readSettings, SettingsError, type Settings } from './settings.ts'

const drainTimeout = 9_000
/** Queue length of connections that are not accepted yet. It is long, for crowds. */
const backlog = 4096

/** Starts the server. If this fails, prints the reason and exits the process. */
export async function start(pages: AppParts['pages']) {
  try {
    loadEnvFile()
    await listen(readSettings(process.env), pages)
  } catch (error) {
    // Most errors here are wrong settings, so the operator gets one line without a stack trace.
    print(`Cannot start: ${describeError(error)}`)
    process.exit(1)
  }
}

async function listen(settings: Settings, pages: AppParts['pages']) {
  const { db, engine, notice } = await connect(settings)
  if (!settings.DATABASE_URL && takeServerSlot(settings.DATA_DIR).isShared) {
    print(
      `Warning: another server uses DATA_DIR ${settings.DATA_DIR}. Several servers need PostgreSQL.`,
    )
  }
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = settings
  const weakness = await createFirstAdministrator(db, ADMIN_EMAIL, ADMIN_PASSWORD, (generated) =>
    print(`First administrator: ${ADMIN_EMAIL}, password ${generated} (shown only now)`),
  )
  if (weakness !== undefined) {
    print(`Warning: ADMIN_PASSWORD is weak, choose another one at /admin/account. ${weakness}`)
  }
  const app = await buildApp({ db, engine, settings, pages })
  const { PORT: port, HOST: host } = settings
  const url = await app.listen({ port, host, backlog }).catch((error: Error) => {
    throw new SettingsError(`HOST ${host}, PORT ${port}: ${error.message}`)
  })

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    // Requests that last longer than `drainTimeout` are cut off.
    setTimeout(() => {
      app.log.warn('stopped with requests under way')
      process.exit(0)
    }, drainTimeout).unref()
    void app
      .close()
      .then(() => db.destroy())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Stops when the parent process (bin/start.js) ends, or has ended before this line.
  process.on('disconnect', stop)
  if (process.send && !process.connected) stop()

  // After an unhandled error, the state of the process is unknown: a new process is safer.
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'unhandled error, the server exits')
    if (settings.LOG_LEVEL === 'silent') process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  })

  // Printed last: a program that waits for this line may stop the server at once.
  print(`Serving on ${url} with ${engine.name}, version ${packageJson.version}`)
  if (notice !== undefined) print(notice)
}

async function connect(settings: Settings) {
  try {
    const opened = openDatabase(locationOf(settings), (error) =>
      print(`A database connection broke: ${error.message}`),
    )
    return { ...opened, notice: await prepareDatabase(opened.db, opened.engine) }
  } catch (error) {
    const where = settings.DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR ${settings.DATA_DIR}`
    throw new SettingsError(`${where} cannot be used: ${describeError(error)}`)
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
