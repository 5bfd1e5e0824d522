/** `npm start`: installs and builds what is missing or stale, then runs the server. */
import { node24, prepare, run, server } from './prepare.js'

await prepare()

// The server stops when the channel to this process closes, so that it is never left behind alone.
process.exitCode = await run(node24(), server, {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { NODE_ENV: 'production', ...process.env },
})
