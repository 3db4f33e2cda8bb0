package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// healthCmd asks a running bot whether it can work, for supervisors.
type healthCmd struct {
	Config string `help:"The configuration file." placeholder:"FILE"`
}

// maxHealth bounds what is read of an answer.
const maxHealth = 4 << 10

// Run prints what /readyz says. Its status is not 0 unless the bot is ready.
func (c *healthCmd) Run(ctx context.Context, std streams) error {
	conf, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	url, err := readyURL(conf.HTTP.Listen)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", url, err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxHealth))
	if err != nil {
		return fmt.Errorf("read the bot's answer: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s",
			strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "; "))
	}
	fmt.Fprintln(std.out, "ready")
	return nil
}

// readyURL returns where the bot of this machine says whether it is ready.
func readyURL(listen string) (string, error) {
	if listen == "" {
		return "", errors.New("there is no health page: set http.listen, such as \"127.0.0.1:8081\"")
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("http.listen: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/readyz", nil
}
