import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'svg'> {
  /** Content of an SVG file. Its classes refer to the page's colours. */
  svg: string
}

/** Inline SVG drawing, hidden from screen readers. */
export function Drawing({ svg, ...props }: Props) {
  const [, viewBox, lines = ''] = /^<svg .*viewBox="([^"]*)".*>([^]*)<\/svg>/.exec(svg) ?? []
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      fill="none"
      {...props}
      dangerouslySetInnerHTML={{ __html: lines.replaceAll('\n', '') }}
    />
  )
}
