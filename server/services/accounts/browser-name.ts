/** In this order, because a browser's User-Agent also names the browser that it is based on. */
const browsers: [name: string, sign: RegExp][] = [
  ['Opera Mini', /Opera Mini/],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['UC Browser', /UCBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrom(e|ium)\/|CriOS/],
  ['Safari', /Safari\//],
]

const systems: [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Chromebook', /CrOS/],
  ['Linux', /Linux/],
]

/** The browser and operating system of a User-Agent header, such as 'Firefox on Android'. */
export function browserName(userAgent = '') {
  const nameIn = (list: typeof browsers) => list.find(([, sign]) => sign.test(userAgent))?.[0]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}
