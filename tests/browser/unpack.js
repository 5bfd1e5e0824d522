/**
 * Unpacks Chromium into a folder, with the libraries and fonts that a minimal Linux lacks. The script
 * `launch` starts it with them. It is written last: if it exists, the other files are complete.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

const folder = process.argv[2]
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

// The package unpacks to the system's temporary folder, and its libraries only for AWS Lambda.
process.env.TMPDIR = folder
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
const { default: chromium } = await import('@sparticuz/chromium')
await chromium.executablePath()

writeFileSync(
  `${folder}/fonts.conf`,
  `<?xml version="1.0"?>
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`,
)
writeFileSync(
  `${folder}/launch`,
  `#!/bin/sh
export FONTCONFIG_FILE="\${FONTCONFIG_FILE:-${folder}/fonts.conf}" LD_LIBRARY_PATH='${folder}/al2023/lib'
exec '${folder}/chromium' "$@"
`,
  { mode: 0o755 },
)
