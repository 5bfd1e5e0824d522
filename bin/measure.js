/** `npm run bench` and the like: installs and builds what is missing or stale, then runs a file. */
import { node24, prepare, run } from './prepare.js'

await prepare({ tests: true })
process.exitCode = await run(node24(), process.argv.slice(2), { stdio: 'inherit' })
