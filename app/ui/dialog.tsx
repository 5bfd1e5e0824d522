import { XIcon } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { cn } from '../lib/cn.ts'
import { useHoldSession } from '../lib/hold-session.ts'
import { rememberFocus } from '../lib/remember-focus.ts'
import { useOnBack } from '../lib/use-on-back.ts'
import { buttonStyle } from './button.tsx'
import { styled } from './styled.ts'

export const Dialog = Radix.Root
export const DialogClose = Radix.Close

interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  title: ReactNode
  description?: ReactNode
}

/**
 * Dialog window. The title, the close button and `DialogFooter` do not scroll; `DialogBody` scrolls.
 * A class sets the width (`max-w-lg` by default). Closing returns the focus to the opening button. Back closes it. It
 * stays open when the session ends.
 */
export function DialogContent({
  title,
  description,
  className = 'max-w-lg',
  children,
  onOpenAutoFocus,
  ...props
}: DialogContentProps) {
  const returnFocus = useRef(() => {})
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 bg-lagoon-950/60 data-[state=open]:animate-appear" />
      <Radix.Content
        className={cn(
          'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-1.5rem)] w-[calc(100%-1.5rem)] -translate-1/2 flex-col rounded-lg bg-paper shadow-floating data-[state=open]:animate-appear forced-colors:border-2',
          className,
        )}
        data-dialog
        onInteractOutside={stayOpenForToasts}
        onOpenAutoFocus={(event) => {
          returnFocus.current = rememberFocus()
          onOpenAutoFocus?.(event)
          if (!event.defaultPrevented) focusFirstField(event)
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          returnFocus.current()
        }}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...props}
      >
        <WhileOpen onBack={() => close.current?.click()} />
        <div className="flex items-start gap-4 border-b border-line px-5 py-4">
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-display text-xl font-bold">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="mt-1 text-sm text-muted">
                {description}
              </Radix.Description>
            ) : null}
          </div>
          <Radix.Close
            ref={close}
            aria-label="Close"
            className={buttonStyle({ variant: 'ghost', size: 'icon', className: '-my-1 -mr-2' })}
          >
            <XIcon aria-hidden="true" />
          </Radix.Close>
        </div>
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}

/** A part of the content, because that is mounted only while the dialog is open. */
function WhileOpen({ onBack }: { onBack: () => void }) {
  useHoldSession()
  useOnBack(onBack)
  return null
}

/**
 * Gives the focus to the dialog itself, as `onOpenAutoFocus` of one that a reply opens: the next key was meant
 * for something else, and must not press a button.
 */
export function focusDialog(event: Event) {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** Gives the focus to the first field: the close button stands before it. */
function focusFirstField(event: Event) {
  if (!(event.currentTarget instanceof HTMLElement)) return
  const field = event.currentTarget.querySelector<HTMLElement>(
    ':is(input:not([type=file]), select, textarea):enabled',
  )
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** Keeps the dialog open when the user clicks a toast. */
function stayOpenForToasts(event: Event) {
  const { target } = event
  if (target instanceof Element && target.closest('[data-sonner-toaster]')) event.preventDefault()
}

/** Scrollable part of a dialog. Its padding grows while toasts cover its end. */
export const DialogBody = styled(
  'div',
  'min-h-0 flex-1 overflow-y-auto px-5 pt-5 pb-[calc(1.25rem+var(--toasts-covered,0px))]',
)

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-no-toasts
      className={cn(
        'flex flex-wrap justify-end gap-2 border-t border-line px-3 py-3 max-sm:*:grow sm:gap-3 sm:px-5 sm:py-4',
        className,
      )}
      {...props}
    />
  )
}
