import * as z from 'zod';
import { operation } from './operation.ts';
import { postSummarySchema } from './posts.ts';

/** Longest question, in characters (content/search cuts there as well). */
export const MAX_QUESTION_LENGTH = 200;
/** Articles in one answer: what is given unless asked otherwise, and at most. */
const SEARCH_LIMIT = 10;
const MAX_SEARCH_LIMIT = 50;
/** Articles on a page of results that readers see. */
export const RESULTS_PER_PAGE = 20;
/** A page of the results of a question; the first one has no number. */
export function searchAddress(question: string, page: number): string {
  if (question === '') return '/recherche';
  return `/recherche?q=${encodeURIComponent(question)}${page === 1 ? '' : `&page=${page}`}`;
}

/** Past the last page of any question to the largest sites. */
const MAX_PAGE = 100_000;

/** A text, and from where to where in it what was looked for stands, in UTF-16 units. */
const markedTextSchema = z.object({
  text: z.string(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
});
export type MarkedText = z.output<typeof markedTextSchema>;

const foundPostSchema = z.object({
  post: postSummarySchema,
  /** The heading to open the article at; null for its beginning. */
  section: z.object({ anchor: z.string(), heading: markedTextSchema }).nullable(),
  title: markedTextSchema,
  snippet: markedTextSchema,
  /** Words of the question that the article does not hold. */
  missing: z.array(z.string()),
});
export type FoundPost = z.output<typeof foundPostSchema>;

export const searchAnswerSchema = z.object({
  /** The question as it was understood: without blanks around it. */
  question: z.string(),
  /** How many articles hold every word of it. */
  total: z.number(),
  /** How many others come near: they follow on the last page, or are all there is when no article holds every word. */
  near: z.number(),
  /** Which page of the results this is, from 1, and how many there are. */
  page: z.number(),
  pages: z.number(),
  /** The question with mistyped words put right. */
  proposal: z.string().nullable(),
  posts: z.array(foundPostSchema),
});
export type SearchAnswer = z.output<typeof searchAnswerSchema>;

export const searchOperations = {
  searchPosts: operation({
    access: 'public',
    routes: ['GET /api/search'],
    input: z.object({
      q: z.string().trim().min(1).max(MAX_QUESTION_LENGTH),
      page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
      limit: z.coerce.number().int().min(1).max(MAX_SEARCH_LIMIT).default(SEARCH_LIMIT),
    }),
    output: searchAnswerSchema,
    streamed: true,
    summary:
      'Published posts that a question finds in their full text, best first, `limit` on a page, each with the section to open; 503 while the index is made.',
  }),
} as const;
