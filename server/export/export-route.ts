import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { isSystemError } from '#content/git/system-error.ts';
import type { Workspace } from '#content/service/workspace.ts';
import { zipContent } from './zip-content.ts';

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/**
 * GET /api/admin/export (« Tout exporter »): one zip of every post, image and settings file of the repository as it is
 * now. Whoever mounts it has checked the session. A reader who goes away ends it.
 */
export function exportRoute(workspace: Pick<Workspace, 'objects' | 'current' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const { commit } = await workspace.current();
    const now = workspace.clock();
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="encrier-${dayFormat.format(now)}.zip"`,
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const zip = zipContent({ objects: workspace.objects, commit, date: new Date(now) });
    try {
      await pipeline(zip, response);
    } catch (error) {
      if (!isSystemError(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error; // Else the reader went away.
    }
  };
}
