import { type RefObject, useEffect, useRef, useState } from 'react'

import { cn } from '../../lib/cn.ts'
import { type Page, turned, type Turn } from './pages.ts'

/** Largest canvas in pixels. Phones refuse larger ones. */
const maxArea = 4096 * 4096

interface PageCanvasProps {
  page: Page
  /** Such as 'Page 1 of 2'. */
  label: string
  /** CSS pixels for one of the page at 100 %. */
  scale: number
  turn: Turn
}

/** A page as a picture. It is drawn when it comes near the visible part of its scroll area. */
export function PageCanvas({ page, label, scale, turn }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(canvas)
  const [hasFailed, setHasFailed] = useState(false)
  const { width, height } = turned(page, turn)

  useEffect(() => {
    const shown = canvas.current
    if (!shown || !isNear) return undefined
    const stop = new AbortController()
    const sharp = scale * Math.min(window.devicePixelRatio, 3)
    const largest = Math.sqrt(maxArea / (width * height))
    const drawing = draw(page, Math.min(sharp, largest), turn, stop.signal)
    drawing
      .then((drawn) => {
        if (drawn) show(drawn, shown, turn)
        return setHasFailed(false)
      })
      .catch(() => (stop.signal.aborted ? undefined : setHasFailed(true)))
    return () => stop.abort()
  }, [page, isNear, scale, turn, width, height])

  // Frees the memory of pages that are far away.
  useEffect(() => {
    if (isNear || !canvas.current) return
    canvas.current.width = 0
    delete canvas.current.dataset['drawn']
  }, [isNear])

  return (
    <li className="relative mx-auto w-fit bg-white shadow-floating">
      <PageLines />
      <canvas
        ref={canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas has no role of its own
        role="img"
        aria-label={label}
        className="relative block data-drawn:bg-white"
        style={{ width: width * scale, height: height * scale }}
      />
      {hasFailed ? (
        <p role="alert" className="absolute inset-x-3 top-3 text-sm font-semibold text-danger">
          {label} cannot be drawn. Download the document to read it.
        </p>
      ) : null}
    </li>
  )
}

/** Grey lines behind a page that is not drawn yet. */
export function PageLines() {
  return (
    <div aria-hidden="true" className="absolute inset-0 space-y-5 overflow-hidden p-[8%]">
      {['w-1/2', 'w-full', 'w-3/4', 'w-5/6', 'w-2/3'].map((width) => (
        <div key={width} className={cn('h-4 rounded-sm bg-sand-200', width)} />
      ))}
    </div>
  )
}

/** Draws a page out of sight: the old drawing stays, stretched, until the new one is ready. */
async function draw(page: Page, scale: number, turn: Turn, signal: AbortSignal) {
  const fresh = document.createElement('canvas')
  await page.draw(fresh, scale, turn, signal)
  return signal.aborted ? undefined : fresh
}

function show(drawn: HTMLCanvasElement, canvas: HTMLCanvasElement, turn: Turn) {
  canvas.width = drawn.width
  canvas.height = drawn.height
  canvas.getContext('2d')!.drawImage(drawn, 0, 0)
  canvas.dataset['drawn'] = String(turn)
}

/** True while an element is within one height of the visible part of the window. */
function useIsNear(element: RefObject<Element | null>) {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: element.current?.closest('[data-pages]') ?? null, rootMargin: '100% 0px' },
    )
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
