import {
  type ChangeEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Institution } from '../../contract/institution.ts'
import type { Sentence } from '../../contract/kiswahili.ts'
import { useLanguage } from '../lib/language.tsx'
import type { FormLists } from '../page-context.ts'
import { type FieldGroup, Placeholder, SelectField, type Values } from './fields.tsx'
import { asRendered, Options, RecordSelect, Unlisted } from './record-select.tsx'

interface CourseChoice {
  _id: string
  name: string
}

interface Props extends FieldGroup {
  /** Null in the browser where the page holds them already. */
  institutions: Pick<Institution, '_id' | 'name'>[] | null
  /** Every course, on the server only: the page holds them and carries them once. */
  courses?: FormLists['courses'] | undefined
  /** Clears the message of a field: another institution clears the chosen course. */
  clear: (name: string) => void
  /** Shows a sentence in the form's banner; an empty one clears it. */
  report: (trouble: string) => void
  /** Answers that the form was filled with from outside: the courses follow. */
  shown?: Values | null
}

/** The offered courses: null before scripts run (all of them), else those of one institution. */
type Offer = null | { institution: string; courses: CourseChoice[] | 'loading' | 'failed' }

/** The courses in the HTML, by the names of their institutions: the form works offline. */
const inPage = new Map<string, CourseChoice[]>()

/**
 * Institution and course. Without scripts the courses are grouped by institution; with scripts the
 * course depends on the chosen institution. A choice made before hydration is kept.
 */
export function PlaceOfStudyFields(props: Props) {
  const { institutions, courses, clear, report, shown, ...group } = props
  const { t } = useLanguage()
  const [offer, setOffer] = useState<Offer>(null)
  const institution = useRef<HTMLSelectElement>(null)
  const course = useRef<HTMLSelectElement>(null)
  const chosen = useRef('')
  const request = useRef<AbortController>(null)

  async function load(of: string) {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    setOffer({ institution: of, courses: of ? 'loading' : [] })
    report('')
    if (!of) return
    const held = inPage.get(institution.current?.selectedOptions[0]?.text ?? '')
    try {
      const lists = import('./form-lists.ts')
      const courses = held
        ? await lists.then(
            (all) => all.fetchCoursesOr(held, of, signal),
            () => held,
          )
        : await (await lists).fetchCourses(of, signal)
      setOffer({ institution: of, courses })
    } catch {
      if (signal.aborted) return
      setOffer({ institution: of, courses: 'failed' })
      report('Failed to load courses for selected institution.')
    }
  }

  // The controls may hold values by now: chosen before hydration, or restored by the browser.
  useEffect(() => {
    if (!institution.current || !course.current) return undefined
    const [option] = course.current.selectedOptions
    chosen.current = option ? option.value : textOf(group.defaults['course'])
    if (institution.current.value === '' && option) {
      const { options } = institution.current
      institution.current.value =
        [...options].find(({ text }) => text === groupOf(option))?.value ?? ''
    }
    const of = institution.current.value
    const name = institution.current.selectedOptions[0]?.text
    for (const group of course.current.querySelectorAll('optgroup')) {
      const options = [...group.querySelectorAll('option')]
      inPage.set(
        group.label,
        options.map((option) => ({ _id: option.value, name: option.text })),
      )
    }
    const own = name === undefined ? [] : inPage.get(name)
    if (of && !own) void load(of)
    else setOffer({ institution: of, courses: own ?? [] })
    return () => request.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when React takes over
  }, [])

  useEffect(() => {
    if (!shown || !institution.current || !course.current) return
    const of = textOf(shown['institution'])
    chosen.current = textOf(shown['course'])
    institution.current.value = of
    course.current.value = chosen.current
    if (of !== offer?.institution) void load(of)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each time
  }, [shown])

  // The options were replaced: restores the choice, if it is still among them.
  useLayoutEffect(() => {
    if (offer && Array.isArray(offer.courses) && course.current) {
      course.current.value = chosen.current
      if (course.current.selectedIndex < 0) course.current.value = ''
    }
  }, [offer])

  /** Moves the focus first: the button that has it disappears. */
  function tryAgain(of: string) {
    institution.current?.focus()
    void load(of)
  }

  function chooseInstitution(event: ChangeEvent<HTMLSelectElement>) {
    chosen.current = ''
    clear('course')
    void load(event.currentTarget.value)
  }

  return (
    <>
      <RecordSelect
        {...group}
        name="institution"
        of={institutions}
        placeholder={t('Choose your institution')}
        ref={institution}
        onChange={chooseInstitution}
      />
      <CourseField {...group} ref={course} offer={offer} courses={courses} onRetry={tryAgain} />
    </>
  )
}

interface CourseProps extends FieldGroup {
  ref: RefObject<HTMLSelectElement | null>
  offer: Offer
  courses: FormLists['courses'] | undefined
  /** Loads the courses of an institution again. */
  onRetry: (institution: string) => void
}

function CourseField({ ref, offer, courses, onRetry, ...group }: CourseProps) {
  const { t } = useLanguage()
  return (
    <SelectField
      {...group}
      name="course"
      ref={ref}
      hint={
        offer?.courses === 'failed' ? (
          <button type="button" className="link py-2.5" onClick={() => onRetry(offer.institution)}>
            {t('Load the courses again')}
          </button>
        ) : (
          t(courseHint(offer))
        )
      }
      disabled={offer !== null && !(Array.isArray(offer.courses) && offer.institution)}
      {...(offer === null && !courses ? asRendered : {})}
    >
      {offer ? (
        <>
          <Placeholder>
            {t(offer.courses === 'loading' ? 'Loading courses…' : 'Choose your course')}
          </Placeholder>
          {Array.isArray(offer.courses) ? <Options of={offer.courses} /> : null}
        </>
      ) : courses ? (
        <>
          <Placeholder>{t('Choose your course')}</Placeholder>
          <Unlisted value={group.defaults['course']} among={courses} />
          <GroupedOptions of={courses} />
        </>
      ) : null}
    </SelectField>
  )
}

function courseHint(offer: Offer): Sentence {
  if (offer === null) return 'Choose from the courses of your institution.'
  if (offer.institution === '') return 'Choose your institution first.'
  if (offer.courses === 'loading') return 'Loading the courses of your institution…'
  if (offer.courses.length === 0) return 'This institution has no courses in our list yet.'
  return 'Choose from the courses of your institution.'
}

function GroupedOptions({ of }: { of: FormLists['courses'] }) {
  const groups = Map.groupBy(of, ({ institution }) => institution?.name ?? 'Others')
  return [...groups].map(([name, courses]) => (
    <optgroup key={name} label={name}>
      <Options of={courses} />
    </optgroup>
  ))
}

function groupOf({ parentElement }: HTMLOptionElement) {
  return parentElement instanceof HTMLOptGroupElement ? parentElement.label : ''
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}
