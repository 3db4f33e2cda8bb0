package relational

import (
	"context"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Attest implements storage.Attestations.
func (s *Store) Attest(ctx context.Context, a storage.Attestation) error {
	return s.change(ctx, func(tx Tx) error {
		return tx.run(ctx, "keep an attestation",
			`INSERT INTO attestation (title, user, kind, line, value, at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (title, user, kind, line) DO UPDATE SET value = excluded.value, at = excluded.at`,
			a.Title, a.User, a.Kind, a.Line, a.Value, a.At.UnixMicro())
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

const selectAttestations = `SELECT title, user, kind, line, value, at FROM attestation WHERE `

func scanAttestation(rows Rows) (a storage.Attestation, err error) {
	err = rows.Scan(&a.Title, &a.User, &a.Kind, &a.Line, &a.Value, (*timeColumn)(&a.At))
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
