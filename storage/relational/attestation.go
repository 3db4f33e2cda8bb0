package relational

import (
	"context"
	"fmt"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Attest implements storage.Attestations.
func (s *Store) Attest(ctx context.Context, most int, read ...storage.Attestation) error {
	return s.change(ctx, func(tx Tx) error {
		// Two of one user at once must count each other's lines. Who is in no game has no row to lock.
		if err := tx.run(ctx, "lock the boxes", `UPDATE probe SET count = count`); err != nil {
			return err
		}
		for _, a := range read {
			if err := tx.run(ctx, "keep an attestation",
				`INSERT INTO attestation (title, user, kind, line, value, at) VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT (title, user, kind, line) DO UPDATE SET value = excluded.value, at = excluded.at`,
				a.Title, a.User, a.Kind, a.Line, a.Value, a.At.UnixMicro()); err != nil {
				return err
			}
			kept := 0
			if err := tx.QueryRow(ctx,
				`SELECT count(*) FROM attestation WHERE title = ? AND user = ? AND kind = ?`,
				a.Title, a.User, a.Kind).Scan(&kept); err != nil {
				return fmt.Errorf("count attestations: %w", err)
			}
			if kept > most {
				return storage.ErrBoxFull
			}
		}
		return nil
	})
}

// Retract implements storage.Attestations.
func (s *Store) Retract(ctx context.Context, a storage.Attestation) error {
	return s.change(ctx, func(tx Tx) error {
		return tx.run(ctx, "remove an attestation",
			`DELETE FROM attestation WHERE title = ? AND user = ? AND kind = ? AND line = ?`,
			a.Title, a.User, a.Kind, a.Line)
	})
}

const selectAttestations = `SELECT title, user, kind, line, value, at,
	EXISTS (SELECT 1 FROM result WHERE result.user = attestation.user) FROM attestation WHERE `

func scanAttestation(rows Rows) (a storage.Attestation, err error) {
	err = rows.Scan(&a.Title, &a.User, &a.Kind, &a.Line, &a.Value, (*timeColumn)(&a.At), &a.Played)
	return a, err
}

// Attested implements storage.Attestations.
func (s *Store) Attested(ctx context.Context, title string) ([]storage.Attestation, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Attestation, error) {
		return All(ctx, tx, "attestations", scanAttestation,
			selectAttestations+`title = ? ORDER BY at, user, kind, line`, title)
	})
}

// AttestedBy implements storage.Attestations.
func (s *Store) AttestedBy(ctx context.Context, user match.UserID) ([]storage.Attestation, error) {
	return look(ctx, s, func(tx Tx) ([]storage.Attestation, error) {
		return All(ctx, tx, "attestations", scanAttestation,
			selectAttestations+`user = ? ORDER BY title, kind, line`, user)
	})
}
