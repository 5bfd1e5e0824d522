import sharp, { type Sharp } from 'sharp'

/** Renders an SVG drawing of size `from` as an image that fills the size `to`. */
export function render(drawing: string, from: Size, to: Size = from): Sharp {
  const box = `viewBox="0 0 ${from.width} ${from.height}" width="${to.width}" height="${to.height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box} preserveAspectRatio="xMidYMid slice">${drawing}</svg>`
  return sharp(Buffer.from(svg))
}

export interface Size {
  width: number
  height: number
}
