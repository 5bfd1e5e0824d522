/** `npm run build`: installs and builds missing or stale parts, without starting the server. */
import { prepare } from './prepare.js'

await prepare()
