/** For `npm run bench`: installs and builds missing or stale parts, then runs the given script. */
import { node24, prepare } from './prepare.js'
import { run } from './run.js'

await prepare({ tests: true })
process.exitCode = await run(node24(), process.argv.slice(2), { stdio: 'inherit' })
