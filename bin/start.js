/** `npm start`: installs and builds missing or stale parts, then runs the server. */
import { allocator, node24, prepare, server } from './prepare.js'
import { run } from './run.js'

await prepare()

// The server stops when the IPC channel to this process closes, so it is never orphaned.
process.exitCode = await run(node24(), [...server, 'build-is-current'], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { NODE_ENV: 'production', ...allocator, ...process.env },
})
