import { type RefObject, useEffect, useState } from 'react'

import { type Page, turned, type Turn } from './pages.ts'

const zoomStep = 1.25
const smallest = 0.1
const largest = 5
/** Space in CSS pixels beside a page that fits. */
const margin = 24

/** Zoom, turn and current page of the open document. */
export function useView(area: RefObject<HTMLElement | null>, pages: readonly Page[]) {
  const [zoom, setZoom] = useState<number | 'fit'>('fit')
  const [turn, setTurn] = useState<Turn>(0)
  const [current, setCurrent] = useState(0)
  const width = useWidth(area)
  const widest = Math.max(1, ...pages.map((page) => turned(page, turn).width))
  const scale = zoom === 'fit' ? clamp((width - margin) / widest) : zoom

  return {
    scale,
    turn,
    current,
    isFit: zoom === 'fit',
    zoomBy: (steps: 1 | -1) => setZoom(clamp(scale * zoomStep ** steps)),
    fit: () => setZoom('fit'),
    turnOn: () => setTurn((before) => ((before + 90) % 360) as Turn),
    show: (index: number) => pageAt(area, index)?.scrollIntoView({ block: 'start' }),
    /** Follows the scroll position: the current page covers the upper third of the area. */
    follow: () => {
      const { top = 0, height = 0 } = area.current?.getBoundingClientRect() ?? {}
      const line = top + height / 3
      const index = pages.findLastIndex((_, at) => {
        const page = pageAt(area, at)
        return page && page.getBoundingClientRect().top <= line
      })
      setCurrent(Math.max(0, index))
    },
  }
}

export type DocumentView = ReturnType<typeof useView>

function clamp(scale: number) {
  return Math.min(largest, Math.max(smallest, scale))
}

function pageAt(area: RefObject<HTMLElement | null>, index: number) {
  return area.current?.querySelectorAll('li')[index]
}

function useWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
