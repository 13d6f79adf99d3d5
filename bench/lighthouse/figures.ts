import * as z from 'zod';
import type { MeasuredPage } from './pages.ts';

const auditSchema = z.looseObject({
  score: z.number().nullable(),
  numericValue: z.number().optional(),
  details: z.unknown().optional(),
});
const reportSchema = z.object({
  categories: z.record(
    z.string(),
    z.object({
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
      score: z.number().nullable(),
    }),
  ),
  audits: z.record(z.string(), auditSchema),
});
type Report = z.infer<typeof reportSchema>;

const requestsSchema = z.object({
  items: z.array(z.looseObject({ resourceType: z.string().optional(), transferSize: z.number().optional() })),
});

/** What Lighthouse found of a page. Scores are out of 100, times in milliseconds, of its slow telephone. */
export interface ReportFigures {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly layoutShift: number;
  /** Work of the main thread that holds up a reader: what tasks take beyond 50 ms (Total Blocking Time). */
  readonly blocking: number;
  readonly largestPaint: number;
  /** Bytes of script as they travel, headers included. */
  readonly script: number;
  /** Audits of the four categories that are not perfect, performance's timings apart. */
  readonly faults: readonly string[];
}

export interface Figures extends ReportFigures {
  /** Processor time of the main thread until the page has loaded, in milliseconds, on this machine (measure.ts). */
  readonly mainThread: number;
}

/** The figures of a report (its `lhr`). Throws when something is missing in it: a page that was not measured has no score. */
export function figuresOf(lhr: unknown, page: Pick<MeasuredPage, 'ignored'>): ReportFigures {
  const report = reportSchema.parse(lhr);
  const ignored = new Set(page.ignored);
  const scores = (category: string) => Math.round(100 * scoreOf(report, category, ignored));
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: scores('performance'),
    accessibility: scores('accessibility'),
    bestPractices: scores('best-practices'),
    seo: scores('seo'),
    layoutShift: value('cumulative-layout-shift'),
    blocking: value('total-blocking-time'),
    largestPaint: value('largest-contentful-paint'),
    script: scriptBytes(report),
    faults: faultsOf(report, ignored),
  };
}

/** Lighthouse's own mean of a category, without the audits that are ignored. */
function scoreOf({ categories, audits }: Report, name: string, ignored: ReadonlySet<string>): number {
  const counted = (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const score = audits[id]?.score ?? null;
    return weight === 0 || score === null || ignored.has(id) ? [] : [{ score, weight }];
  });
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  return counted.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights;
}

function scriptBytes({ audits }: Report): number {
  const { items } = requestsSchema.parse(audits['network-requests']?.details);
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

function faultsOf({ categories, audits }: Report, ignored: ReadonlySet<string>): readonly string[] {
  return ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && !ignored.has(id) && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
}

/** What of the figures is not what pages aim at, in words. */
export function missedAims(figures: Figures): readonly string[] {
  const { performance, layoutShift, blocking, mainThread, script, faults } = figures;
  const perfect = ['accessibility', 'bestPractices', 'seo'] as const;
  return [
    ...(performance >= 98 ? [] : [`performance ${performance} < 98`]),
    ...perfect.filter((name) => figures[name] < 100).map((name) => `${name} ${figures[name]} < 100`),
    ...(layoutShift === 0 ? [] : [`layout shift ${layoutShift}`]),
    ...(blocking < 100 ? [] : [`blocking time ${Math.round(blocking)} ms`]),
    ...(mainThread < 100 ? [] : [`main thread ${Math.round(mainThread)} ms`]),
    ...(script <= 5 * 1024 ? [] : [`script ${script} bytes`]),
    ...faults,
  ];
}
