/** `npm run build`: installs and builds what is missing or stale, and starts nothing. */
import { prepare } from './prepare.js'

await prepare()
