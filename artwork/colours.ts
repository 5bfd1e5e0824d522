import { readFileSync } from 'node:fs'

type Colour =
  | 'white'
  | `lagoon-${950 | 900 | 800 | 700 | 500 | 200 | 100}`
  | `sand-${50 | 100 | 200 | 300 | 600}`
  | `coral-${200 | 500 | 800}`
  | `mango-${200 | 400 | 800}`

/** The colours of app/styles/tokens.css as hexadecimal codes, by token name. */
export const colours = readColours(new URL('../app/styles/tokens.css', import.meta.url))

function readColours(file: URL) {
  const tokens = readFileSync(file, 'utf8').matchAll(/--color-([\w-]+): (#[\da-f]+);/g)
  return Object.fromEntries(Array.from(tokens, ([, name, colour]) => [name, colour])) as Record<
    Colour,
    string
  >
}
