import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A clock for servers that start with its `variables`: it shows the time that a test sets, and goes on
 * from there.
 */
export function serverClock(time: string) {
  const folder = mkdtempSync(join(tmpdir(), 'foundation-clock-'))
  const file = join(folder, 'offset')
  const code = `
    import { readFileSync } from 'node:fs'
    const RealDate = Date
    const now = () => RealDate.now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
    globalThis.Date = class Date extends RealDate {
      constructor(...parts) {
        super(...(parts.length > 0 ? parts : [now()]))
      }
      static now() {
        return now()
      }
    }`
  set(time)
  return {
    variables: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` },
    set,
    remove: () => rmSync(folder, { recursive: true }),
  }

  function set(newTime: string) {
    writeFileSync(file, String(Date.parse(newTime) - Date.now()))
  }
}
