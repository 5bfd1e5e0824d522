import { readFileSync } from 'node:fs'

type Colour =
  | 'white'
  | `lagoon-${950 | 900 | 800 | 700 | 500 | 200 | 100}`
  | `sand-${50 | 100 | 200 | 300 | 600}`
  | `coral-${200 | 500 | 800}`
  | `mango-${200 | 400 | 800}`

/** The site's colours by their names in app/tokens.css, as #rrggbb: image tools know no OKLCH. */
export const colours = readColours(new URL('../app/tokens.css', import.meta.url))

function readColours(file: URL) {
  const tokens = readFileSync(file, 'utf8').matchAll(
    /--color-([\w-]+): (?:oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)|(#fff));/g,
  )
  const all = [...tokens].map(([, name = '', lightness, chroma, hue, white]) => [
    name,
    white ?? hex(Number(lightness), Number(chroma), Number(hue)),
  ])
  return Object.fromEntries(all) as Record<Colour, string>
}

/** OKLCH to sRGB (Björn Ottosson, https://bottosson.github.io/posts/oklab). */
function hex(lightness: number, chroma: number, hue: number) {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map(byte).join('')}`
}

function byte(linear: number) {
  const gamma = linear > 0.0031308 ? 1.055 * linear ** (1 / 2.4) - 0.055 : 12.92 * linear
  const value = Math.round(255 * Math.min(1, Math.max(0, gamma)))
  return value.toString(16).padStart(2, '0')
}
