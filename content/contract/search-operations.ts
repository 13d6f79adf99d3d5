import * as z from 'zod';
import { operation } from './operation.ts';
import { postSummarySchema } from './posts.ts';

/** Longest question, in characters (content/search cuts there as well). */
export const MAX_QUESTION_LENGTH = 200;
/** Articles in one answer: what is given unless asked otherwise, and at most. */
export const SEARCH_LIMIT = 10;
export const MAX_SEARCH_LIMIT = 50;

/** A text, and from where to where in it what was looked for stands, in UTF-16 units. */
export const markedTextSchema = z.object({
  text: z.string(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
});
export type MarkedText = z.output<typeof markedTextSchema>;

export const foundPostSchema = z.object({
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
  /** How many articles hold every word of it; `posts` may hold others after those. */
  total: z.number(),
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
      limit: z.coerce.number().int().min(1).max(MAX_SEARCH_LIMIT).default(SEARCH_LIMIT),
    }),
    output: searchAnswerSchema,
    status: 200,
    streamed: true,
    summary:
      'Published posts that a question finds in their full text, best first, each with the section to open; 503 while the index is made.',
  }),
} as const;
