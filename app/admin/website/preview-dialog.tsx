import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { queryOf } from '../../api/session.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { showItem } from './show-item.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import { fixedItemOf } from '../../../contract/content/items.ts'

interface PreviewDialogProps {
  item: AnyContentItem
  onEdit: () => void
  onPublish: (step: 'publish' | 'schedule') => void
  onClose: () => void
}

/** The browser may show drafts for ten minutes. The permission is renewed after this time (ms). */
const renewal = 5 * 60_000

const widths = { phone: 'Phone', desktop: 'Desktop' } as const

/** The page of an item as visitors would see it, with the drafts in place of what is published. */
export function PreviewDialog({ item, onEdit, onPublish, onClose }: PreviewDialogProps) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const path = previewPath(item)
  const permission = useQuery({
    ...queryOf(['content', 'preview'], api.content.preview),
    gcTime: 0,
    refetchInterval: renewal,
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Preview of ${item.name}`}
        // On a phone the page gets the room.
        description={
          <span className="max-sm:sr-only">
            {item.problems.length > 0
              ? `The draft is incomplete, so the page ${path} shows what is published.`
              : `The page ${path} with the drafts. Visitors do not see them yet.`}
          </span>
        }
        className="h-[calc(100dvh-1.5rem)] max-w-7xl"
      >
        <DialogBody className="flex flex-col gap-3 p-3 max-sm:p-0">
          <fieldset
            aria-label="Width of the preview"
            className="flex min-w-0 flex-wrap gap-2 max-sm:hidden"
          >
            {(['phone', 'desktop'] as const).map((name) => (
              <Button
                key={name}
                size="sm"
                variant={width === name ? 'primary' : 'outline'}
                aria-pressed={width === name}
                onClick={() => setWidth(name)}
              >
                {widths[name]}
              </Button>
            ))}
          </fieldset>
          {permission.isLoadingError ? (
            <LoadFailure onRetry={permission.refetch}>Failed to open the preview</LoadFailure>
          ) : null}
          <div className="flex min-h-80 flex-1 overflow-x-auto rounded-md border border-line bg-white max-sm:rounded-none max-sm:border-0">
            {permission.data ? (
              <Frame item={item} path={path} width={width} />
            ) : permission.error ? null : (
              <Skeleton className="m-4 w-full" />
            )}
          </div>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" size="sm" className="max-sm:hidden">
              Close
            </Button>
          </DialogClose>
          <Button variant="outline" size="sm" onClick={onEdit}>
            Edit
          </Button>
          <Button variant="outline" size="sm" onClick={() => onPublish('schedule')}>
            Schedule…
          </Button>
          <Button size="sm" onClick={() => onPublish('publish')}>
            Publish now
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface FrameProps {
  item: AnyContentItem
  path: string
  width: keyof typeof widths
}

/** The page, scrolled to the item. */
function Frame({ item, path, width }: FrameProps) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, with its scripts
    <iframe
      src={`${path}?draft=1`}
      title={`Preview at ${width === 'phone' ? 'a phone’s' : 'desktop'} width`}
      className={cn(
        'h-full shrink-0 border-0',
        width === 'phone' ? 'mx-auto w-90 max-w-full' : 'w-full min-w-5xl',
      )}
      onLoad={({ currentTarget: { contentWindow } }) => {
        if (!contentWindow) return
        const show = () => showItem(contentWindow.document, item)
        show()
        // The page is laid out anew when its width changes.
        contentWindow.addEventListener('resize', show)
      }}
    />
  )
}

/** Pages of figures and program cards, by the place that staff chose. */
const pathsByPlace: Record<string, string> = {
  reach: '/',
  report: '/impact',
  'case-management': '/programs/case-management',
  'swahili-tech-women': '/programs/swahili-tech-women',
  'employer-engagement': '/programs/employer-engagement',
  programs: '/programs',
}

const pageByPlace = ({ draft }: AnyContentItem) => pathsByPlace[String(draft['place'])] ?? '/'

const pages: Record<CollectionName, (item: AnyContentItem) => string> = {
  events: () => '/events',
  jobs: ({ slug }) => `/career/${slug}`,
  consultancies: ({ slug }) => `/terms-of-reference/${slug}`,
  team: () => '/team',
  testimonials: () => '/programs/swahili-tech-women',
  figures: pageByPlace,
  'donation-projects': () => '/donate',
  programs: pageByPlace,
  notices: () => '/',
  'page-texts': (item) => fixedItemOf(item)?.path ?? '/',
}

function previewPath(item: AnyContentItem) {
  return pages[item.collection](item)
}
