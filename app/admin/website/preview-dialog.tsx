import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import { queryOf } from '../../api/session.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../load-failure.tsx'

interface PreviewDialogProps {
  item: AnyContentItem
  onEdit: () => void
  onPublish: () => void
  onClose: () => void
}

/** The browser may show drafts for ten minutes. The permission is renewed after this time (ms). */
const renewal = 5 * 60_000

const widths = { phone: 'Phone', desktop: 'Desktop' } as const

/** The page of an item as visitors would see it, with the drafts in place of what is published. */
export function PreviewDialog({ item, onEdit, onPublish, onClose }: PreviewDialogProps) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const path = pageOf(item)
  const permission = useQuery({
    ...queryOf(['content', 'preview'], api.content.preview),
    gcTime: 0,
    refetchInterval: renewal,
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Preview of ${item.name}`}
        description={
          item.problems.length > 0
            ? `The draft is incomplete, so the page ${path} shows what is published.`
            : `The page ${path} with the drafts. Visitors do not see them yet.`
        }
        className="h-[calc(100dvh-1.5rem)] max-w-7xl"
      >
        <DialogBody className="flex flex-col gap-3 p-3">
          <fieldset aria-label="Width of the preview" className="flex min-w-0 flex-wrap gap-2">
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
          <div className="flex min-h-80 flex-1 overflow-x-auto rounded-md border border-line bg-white">
            {permission.data ? (
              <Frame path={path} width={width} />
            ) : permission.error ? null : (
              <Skeleton className="m-4 w-full" />
            )}
          </div>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Close</Button>
          </DialogClose>
          <Button variant="outline" onClick={onEdit}>
            Edit
          </Button>
          <Button onClick={onPublish}>Publish…</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function Frame({ path, width }: { path: string; width: keyof typeof widths }) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, with its scripts
    <iframe
      src={`${path}?draft=1`}
      title={`Preview at ${width === 'phone' ? 'a phone’s' : 'desktop'} width`}
      className={cn(
        'h-full shrink-0 border-0',
        width === 'phone' ? 'mx-auto w-90 max-w-full' : 'w-full min-w-5xl',
      )}
    />
  )
}

/** Pages of figures and program cards, by the place that staff chose. */
const places: Record<string, string> = {
  reach: '/',
  report: '/impact',
  'case-management': '/programs/case-management',
  'swahili-tech-women': '/programs/swahili-tech-women',
  'employer-engagement': '/programs/employer-engagement',
  programs: '/programs',
}

const pageByPlace = ({ draft }: AnyContentItem) => places[String(draft['place'])] ?? '/'

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
}

/** The path of the page that shows an item. */
function pageOf(item: AnyContentItem) {
  return pages[item.collection](item)
}
