import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'svg'> {
  /** The text of an SVG file; its classes take the colours of the page. */
  svg: string
}

/** An SVG file drawn into the page, hidden from screen readers. */
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
